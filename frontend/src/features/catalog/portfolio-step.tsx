import { Form, Input } from 'antd';
import { portfolioRules as rules } from './onboarding.ts';
import { PortfolioEditor } from './portfolio-editor.tsx';

export function PortfolioStep() {
  return (
    <>
      <Form.Item name="instagramHandle" label="Instagram handle" rules={rules('instagramHandle')}>
        <Input placeholder="@yourname" autoComplete="off" />
      </Form.Item>
      <Form.Item name="websiteUrl" label="Website" rules={rules('websiteUrl')}>
        <Input type="url" placeholder="https://example.com" autoComplete="url" />
      </Form.Item>
      <p className="muted small">Clients see these links on your profile.</p>
      <Form.Item label="Portfolio photos">
        <PortfolioEditor />
      </Form.Item>
    </>
  );
}
