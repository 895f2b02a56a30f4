import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

export default function Settings() {
  return (
    <Page title="Settings" isReady>
      <Empty title="Nothing yet" />
    </Page>
  );
}
