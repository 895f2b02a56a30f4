import { useEffect, useRef } from 'preact/hooks';
import { lookMs, type Microphone } from './microphone.ts';

/** The last seconds of the microphone as bars. They are moved without drawing the page again. */
export function Meter({ microphone }: { readonly microphone: Microphone }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bars = [...(place.current?.querySelectorAll<HTMLElement>('i') ?? [])];
    const draw = () => {
      bars.forEach((bar, at) => {
        const level = microphone.levels[at] ?? 0;
        bar.style.transform = `scaleY(${Math.max(0.03, level).toFixed(3)})`;
      });
      const percent = String(Math.round(microphone.level.peek() * 100));
      place.current?.setAttribute('aria-valuenow', percent);
    };
    const drawing = setInterval(draw, lookMs);
    return () => clearInterval(drawing);
  }, [microphone]);
  return (
    <div
      ref={place}
      class="meter"
      role="meter"
      aria-label="Level of the microphone"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      {microphone.levels.map((_level, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
