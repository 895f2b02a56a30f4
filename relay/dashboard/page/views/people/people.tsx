import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function People() {
  return (
    <Page title="People" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
