import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/page.tsx';
import { usePlace } from '../place/place.ts';
import { ongoing } from '../state/ongoing.ts';
import { loadPageAgain, loadPageAgainOnce } from './view-script.ts';

/** DSH-3: in place of a view whose script could not be loaded. It comes by itself when the connection is back. */
export function NotLoaded({ title }: { readonly title: string }) {
  const { state } = usePlace().live.link.value;
  useReturn(state, () => {
    // Loading the page again would end a recording.
    if (ongoing.value === undefined) void loadPageAgainOnce();
  });
  const [trying, setTrying] = useState<'no' | 'now' | 'failed'>('no');
  const again = async () => {
    setTrying('now');
    if (!(await loadPageAgain())) setTrying('failed');
  };
  return (
    <main class="alone" data-ready>
      <Empty title={`${title} could not be loaded`} isPage>
        <p role="alert">
          {trying === 'failed'
            ? 'Nothing answers yet.'
            : 'A part of the page did not come. What you typed elsewhere is kept.'}
        </p>
        {state === 'lost' && <p>It is loaded by itself when the connection is back.</p>}
        <Button kind="primary" disabled={trying === 'now'} onClick={() => void again()}>
          Load it again
        </Button>
      </Empty>
    </main>
  );
}

/** Calls when the connection was gone, and is back. */
function useReturn(state: string, onReturn: () => void): void {
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'lost') wasLost.current = true;
    if (state !== 'live' || !wasLost.current) return;
    wasLost.current = false;
    onReturn();
  }, [state]);
}
