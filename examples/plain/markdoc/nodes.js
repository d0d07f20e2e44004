import { nodes } from "@markdoc/markdoc";

export const fence = {
  ...nodes.fence,
  attributes: { ...nodes.fence.attributes, file: { type: String } },
};
