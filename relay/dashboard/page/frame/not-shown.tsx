import { useState } from 'preact/hooks';
import { asText } from '../../../../shared/kernel/display.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';

interface NotShownProps {
  readonly refusal: Refusal;
  onTryAgain(): Promise<void>;
}

/** DSH-3, DSH-4: why the workspace cannot be shown, in the service's own words. It opens by itself when it can. */
export function NotShown({ refusal, onTryAgain }: NotShownProps) {
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await onTryAgain();
    setTrying(false);
  };
  return (
    <main class="alone" data-ready>
      <Empty title={titles[refusal.error] ?? 'The workspace could not be opened'} isPage>
        <p role="alert">{asText(refusal.message)}</p>
        <p>The page opens by itself when it can.</p>
        <Button kind="primary" disabled={isTrying} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </Empty>
    </main>
  );
}

const titles: Partial<Record<Refusal['error'], string>> = {
  Forbidden: 'You may not open this workspace',
  RateLimited: 'Too many requests',
  Unavailable: 'Waiting for the relay',
};
