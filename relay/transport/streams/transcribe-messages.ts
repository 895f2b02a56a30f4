import type { RawData } from 'ws';
import { invalidInput } from '../../../shared/contract/invalid.ts';
import { isRecord, parseJson } from '../../../shared/kernel/json.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  pieceId,
  transcribeMessage,
  type TranscribeMessage,
} from '../../../shared/meetings/contract.ts';

const noMessage = refuse(
  'ValidationError',
  'A message is JSON, such as {"type": "stop"}; audio is binary.',
);

/** Undefined for what is no JSON. */
export function jsonIn(data: Buffer): unknown {
  return parseJson(data.toString());
}

/** MTG-24: also of a message that is refused; '' without a name. */
export function pieceIn(given: unknown): string {
  const id = isRecord(given) ? pieceId.safeParse(given['id']).data : undefined;
  return id ?? '';
}

export function messageIn(given: unknown): TranscribeMessage | Refusal {
  if (given === undefined) return noMessage;
  const parsed = transcribeMessage.safeParse(given);
  return parsed.success ? parsed.data : invalidInput(parsed.error, given);
}

export function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
