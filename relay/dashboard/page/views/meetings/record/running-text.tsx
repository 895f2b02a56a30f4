import { useEffect, useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { Recording } from './recording.ts';

const longest = 4_000;
/** A person who reads further up is left there. */
const nearEndPx = 80;

/** The words as they are written down, the newest at the end. */
export function RunningText({ recording }: { readonly recording: Recording }) {
  const place = useRef<HTMLDivElement>(null);
  const said = recording.said.value;
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const last = box.querySelector('p:last-child')?.clientHeight ?? 0;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < nearEndPx + last) box.scrollTop = box.scrollHeight;
  }, [said.length]);
  return (
    <section class="record-text" aria-labelledby="running-title">
      <h2 id="running-title">What was written down</h2>
      <div
        ref={place}
        class="record-lines"
        aria-live="polite"
        tabIndex={0}
        role="log"
        aria-labelledby="running-title"
      >
        {said.length === 0 && (
          <p class="quiet">The first words appear about five seconds after they are said.</p>
        )}
        {said.map((text, at) => (
          <p key={at}>{asData(text, longest)}</p>
        ))}
      </div>
    </section>
  );
}
