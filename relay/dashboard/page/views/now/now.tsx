import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Now() {
  return (
    <Page title="Now" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
