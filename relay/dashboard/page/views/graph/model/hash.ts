/** A number from 0 to below 1 that is the same for the same text in every browser; `seed` gives another one. */
export function fraction(text: string, seed = 0): number {
  return hash32(text, seed) / 2 ** 32;
}

/** Short, and different for different texts as good as always. */
export function shortHash(text: string): string {
  return hash32(text, 1).toString(36) + hash32(text, 2).toString(36);
}

function hash32(text: string, seed: number): number {
  let hash = 2_166_136_261 ^ Math.imul(seed, 2_654_435_761);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  return (hash ^ (hash >>> 13)) >>> 0;
}
