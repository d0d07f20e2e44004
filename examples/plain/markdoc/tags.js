import { Notice } from "../components/Notice";
import { TideTable } from "../components/TideTable";

const levels = ["calm", "rough", "storm"];

/** A box that warns visitors about the weather. */
export const notice = {
  render: Notice,
  attributes: {
    level: { type: String, matches: levels, default: "calm", description: "How rough the sea is." },
    title: { type: String },
  },
};

/** The tides of a harbour. */
export const tides = {
  render: TideTable,
  selfClosing: true,
  attributes: {
    harbour: { type: String, required: true },
    days: { type: Number, default: 3 },
  },
};
