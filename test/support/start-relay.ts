import type { RelayOptions } from '../../relay/config.ts';
import * as product from '../../relay/relay.ts';
import { MemoryIndex } from './memory-index.ts';

/** A relay whose search is that of a test, unless another one is given. */
export function startRelay(
  options: Omit<RelayOptions, 'search'> & Partial<Pick<RelayOptions, 'search'>>,
): Promise<product.Relay> {
  return product.startRelay({ search: new MemoryIndex(), ...options });
}
