// The document of the preview's web view. This module does not import vscode.

export interface PreviewParts {
  readonly nonce: string;
  /** The source of files of this machine, for the content security policy. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
}

/**
 * The bar around the page, and the frame of the page. Only the script with the nonce runs; the frame is sandboxed, so nothing of the
 * page runs, and neither it nor its stylesheets can load anything from another machine.
 */
export function previewHtml({ nonce, cspSource, script, style }: PreviewParts): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'unsafe-inline'`,
    `connect-src ${cspSource}`,
    `img-src ${cspSource} blob: data:`,
    `media-src ${cspSource} blob:`,
    `font-src ${cspSource} blob: data:`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Preview</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<header class="bar">
<label class="field"><span>Layout</span><select id="layout"></select></label>
<label class="field" id="theme-field" hidden><span>Theme</span><select id="theme"></select></label>
<label class="field"><span>Colors</span><select id="colors">
<option value="editor">of the editor</option><option value="light">light</option><option value="dark">dark</option>
</select></label>
<button type="button" id="problems-button" aria-expanded="false" aria-controls="problems"></button>
<p id="status" role="status"></p>
</header>
<main><iframe id="frame" title="The page" sandbox="allow-same-origin"></iframe></main>
<section id="problems" aria-label="Problems" hidden><ul id="problem-list"></ul></section>
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
