export function Notice({ level, title, children }) {
  return (
    <aside className={level}>
      {title && <strong>{title}</strong>}
      {children}
    </aside>
  );
}
