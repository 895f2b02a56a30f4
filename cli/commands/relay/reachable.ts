import { hostname, networkInterfaces } from 'node:os';

/** The addresses by which other machines find a server that listens on all of this machine's; one line each. */
export function reachableAddresses(url: string): string[] {
  const { hostname: host, port, protocol } = new URL(url);
  if (host !== '0.0.0.0' && host !== '[::]') return [url];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return [...new Set([...own, hostname()])].map((name) => `${protocol}//${name}:${port}`);
}
