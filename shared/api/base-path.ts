/** The path under which a server has its paths, without a slash at its end: '' for a server at the root of its host. */
export function basePathOf(address: string | URL): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}
