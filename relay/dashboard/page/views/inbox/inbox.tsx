import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Inbox() {
  return (
    <Page title="Inbox" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
