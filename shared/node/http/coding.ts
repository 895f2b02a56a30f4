import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Each is asked for in this order; what accepts neither gets the bytes as they are. */
const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number] | 'identity';

/** The coding for an `Accept-Encoding` header: the first that it names without refusing it (`;q=0`). */
export function codingFor(header: string | readonly string[] = ''): Coding {
  const offered = String(header)
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()));
  const isAccepted = (coding: Coding) =>
    offered.some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''));
  return codings.find(isAccepted) ?? 'identity';
}

/** Of Brotli, 0 to 11, and of gzip, 1 to 9. */
export interface Effort {
  readonly br: number;
  readonly gzip: number;
}

/** Beside the event loop, in Node's threads. */
export function compress(content: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'identity') return Promise.resolve(content);
  if (coding === 'gzip') return promisify(gzip)(content, { level: effort.gzip });
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort.br };
  return promisify(brotliCompress)(content, { params });
}
