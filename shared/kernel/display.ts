/**
 * Text from people and agents is data wherever it is shown or injected: one line, without control, invisible and
 * direction-changing characters, at most `maxLength` characters.
 */
export function asData(text: string, maxLength = 200): string {
  const flat = text
    .slice(0, 8 * maxLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim();
  if (flat.length <= maxLength) return flat;
  // A character outside of the first plane is cut off whole.
  return `${flat
    .slice(0, maxLength - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}
