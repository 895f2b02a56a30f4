import { useEffect, useState } from 'preact/hooks';
import type { Request } from '../../../../shared/api/caller.ts';
import type { JsonOperationName, Output } from '../../../../shared/api/operations.ts';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';

interface AnswerOptions {
  /** Whether an event of the log changes the answer; it is asked for again then. */
  isChangedBy?(event: LogEvent): boolean;
}

/**
 * The answer of one operation: asked for once, again for another input, and after events that change it. Undefined until it is
 * there, when it is refused, and while there is nothing to ask for.
 */
export function useAnswer<Name extends JsonOperationName>(
  name: Name,
  input: Request<Name> | undefined,
  { isChangedBy }: AnswerOptions = {},
): Output<Name> | undefined {
  const { client, live } = usePlace();
  const asked = input === undefined ? '' : JSON.stringify(input);
  const [known, setKnown] = useState<{ asked: string; answer: Output<Name> }>();
  useEffect(() => {
    if (input === undefined) return;
    let isCurrent = true;
    const load = async () => {
      const answer = await client.call(name, input);
      if (isCurrent && !isRefusal(answer)) setKnown({ asked, answer });
    };
    void load();
    const stop =
      isChangedBy && live.onEvents((events) => void (events.some(isChangedBy) && load()));
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [name, asked, live.loaded.value]);
  return known?.asked === asked ? known.answer : undefined;
}
