import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/page.tsx';
import { useAddress } from '../place/address.ts';
import { usePlace } from '../place/place.ts';
import { NotLoaded } from './not-loaded.tsx';
import { openedView, openView } from './view-script.ts';
import { views, type View } from './views.ts';

/** The view that the address names. */
export function OpenView() {
  const { view: path } = useAddress();
  const view = views.find((one) => one.path === path);
  if (view === undefined) return <NoSuchPage />;
  return <LoadedView key={view.path} view={view} />;
}

function LoadedView({ view }: { readonly view: View }) {
  const [isMissing, setMissing] = useState<boolean>();
  const [error, resetError] = useErrorBoundary((problem) => console.error(problem));
  useEffect(() => {
    if (openedView(view) === undefined) void openView(view).then((isOpen) => setMissing(!isOpen));
  }, [view]);
  if (error !== undefined)
    return (
      <main class="alone" data-ready>
        <Empty title={`${view.title} could not be shown`}>
          <p>{error instanceof Error ? error.message : String(error)}</p>
          <Button onClick={resetError}>Try again</Button>
        </Empty>
      </main>
    );
  const Component = openedView(view);
  if (Component !== undefined) return <Component />;
  return isMissing ? <NotLoaded title={view.title} /> : <main class="alone" aria-busy="true" />;
}

function NoSuchPage() {
  const { href } = usePlace();
  const { go } = useAddress();
  return (
    <main class="alone" data-ready>
      <Empty title="There is no such page">
        <Button onClick={() => go(href('now'))}>Go to Now</Button>
      </Empty>
    </main>
  );
}
