/** The slug of a name that has no letters from a to z and no digits. */
export const namelessSlug = 'workspace';

/** A name as a slug: its words in lower case and without accents with hyphens between; `otherwise` when it has none. */
export function slugOf(name: string, otherwise = ''): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '') || otherwise;
}
