/** As many as `style/tokens.css` has. */
export const hueCount = 12;

/**
 * The colour of a person or an agent, as `data-hue` wants it: the same in every view, tab and browser, by what it is called.
 * Two may share one; names stand beside colours everywhere.
 */
export function hueOf(id: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % hueCount;
}
