export function TideTable({ harbour, days }) {
  return <table data-harbour={harbour} data-days={days} />;
}
