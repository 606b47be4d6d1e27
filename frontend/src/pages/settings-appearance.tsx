import { Segmented } from 'antd';
import { setThemePreference, useThemePreference } from '../platform/theme-preference.ts';
import { Panel } from '../ui/panel.tsx';

const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function Appearance() {
  const choice = useThemePreference();
  return (
    <Panel title="Theme" text="Saved on this device.">
      <Segmented value={choice} options={[...themes]} onChange={setThemePreference} aria-label="Theme" />
    </Panel>
  );
}
