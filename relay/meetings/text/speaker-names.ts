import { asData } from '../../../shared/kernel/display.ts';
import { isLabel } from './labels.ts';

export const maxNameLength = 40;

/** A name has capital letters at its words, but for the "van" of a van Gogh; in small letters it has one word. */
export function isName(found: string): boolean {
  const [first = '', ...others] = found.split(' ');
  const isWritten = others.every((word) =>
    /^(?:\p{Lu}|\p{N}|(?:v[ao]n|de[lrn]?|da|di|du|la|le|el|al|bin|ben|ibn|ter|zu|y|e)$)/u.test(
      word,
    ),
  );
  const isSpeaker = /^(?:speaker|participant|person|voice)$/i.test(first);
  return (
    found.length <= maxNameLength &&
    !/^\d{1,2}[.)] /.test(found) &&
    (isWritten || isSpeaker || !/^\p{Lu}/u.test(first)) &&
    !isLabel(found) &&
    !(others.length > 0 && isLabel(first)) &&
    !/^(?:\d+|[ap]m|today|yesterday|tomorrow|fyi)$/i.test(found)
  );
}

/** A name as it is shown: one line, and no longer than names are. */
export function shown(found: string): string {
  return asData(found, maxNameLength);
}
