import { basePathOf } from '../../shared/api/base-path.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** The address of a relay in the form in which it is kept. */
export function relayAddress(given: string): string | Refusal {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return refuse(
      'ValidationError',
      `${given} is not the address of a relay. Give it like https://coord.example.com`,
    );
  }
  return `${url.origin}${basePathOf(url)}`;
}
