import { Chat } from '../features/ai/chat.tsx';
import { Page } from '../ui/page.tsx';

export function Recommendations() {
  return (
    <Page
      title="Tell Us What You Need"
      lead="Describe your event, and see who fits: with prices, free dates and the reasons."
      width="narrow"
    >
      <Chat />
    </Page>
  );
}
