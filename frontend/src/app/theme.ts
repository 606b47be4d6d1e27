import { theme as antd, type ConfigProviderProps, type ThemeConfig } from 'antd';
import type { Theme } from '../platform/theme-preference.ts';
import { palettes } from './palettes.ts';

type SeedToken = Parameters<typeof antd.defaultAlgorithm>[0];

const soft = { light: '#f2b84b33', dark: '#f2b84b40' } as const;
const shadow = '0 12px 44px -18px #1e1b2e59';

const colors = (name: Theme): ThemeConfig['token'] => {
  const { ground, surface, raised, line, edge, ink, muted, primary, pine, amber, rose, ...rest } = palettes[name];
  return {
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: primary,
    colorSuccess: pine,
    colorWarning: amber,
    colorError: rose,
    colorTextBase: ink,
    colorBgBase: ground,
    colorBgLayout: ground,
    colorBgContainer: surface,
    colorBgElevated: raised,
    colorText: ink,
    colorTextHeading: ink,
    colorTextSecondary: muted,
    colorTextTertiary: muted,
    colorTextDescription: muted,
    colorTextPlaceholder: muted,
    colorBorder: edge,
    colorBorderSecondary: line,
    colorSplit: line,
    colorTextLightSolid: rest['on-primary'],
    colorWhite: rest['on-primary'],
    controlOutline: soft[name],
    controlItemBgActive: soft[name],
    controlItemBgActiveHover: soft[name],
  };
};

const shape: ThemeConfig['token'] = {
  fontFamily: 'var(--text)',
  fontSize: 16,
  fontSizeSM: 14,
  fontSizeLG: 16,
  fontWeightStrong: 600,
  controlHeight: 44,
  controlHeightLG: 52,
  controlHeightSM: 34,
  borderRadius: 10,
  borderRadiusLG: 16,
  borderRadiusSM: 8,
  lineWidthFocus: 2,
  boxShadow: shadow,
  boxShadowSecondary: shadow,
  boxShadowTertiary: 'none',
  motionDurationFast: '0.15s',
  motionDurationMid: '0.2s',
  motionDurationSlow: '0.25s',
};

const components = (name: Theme): ThemeConfig['components'] => ({
  Avatar: { colorTextPlaceholder: soft[name], colorTextLightSolid: palettes[name].ink, textFontSize: 22 },
  Button: {
    fontWeight: 560,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    contentFontSize: 15,
    defaultBorderColor: palettes[name].line,
    defaultHoverColor: palettes[name].ink,
    defaultActiveColor: palettes[name].ink,
    borderRadiusLG: 10,
  },
  Checkbox: { borderRadiusSM: 5, controlInteractiveSize: 18 },
  Descriptions: { colonMarginRight: 0, itemPaddingBottom: 12, labelColor: palettes[name].muted },
  Drawer: { colorBgElevated: palettes[name].ground },
  Dropdown: { controlItemBgHover: soft[name], paddingBlock: 9 },
  Form: { labelColor: palettes[name].ink, itemMarginBottom: 22, verticalLabelPadding: '0 0 6px' },
  Alert: { borderRadiusLG: 10 },
  Input: { activeShadow: `0 0 0 4px ${soft[name]}` },
  Modal: { titleFontSize: 20, headerBg: 'transparent', contentBg: palettes[name].raised },
  Select: { optionSelectedBg: soft[name], optionActiveBg: soft[name] },
  Statistic: { titleFontSize: 16, contentFontSize: 40 },
  // Like `tabs.css`, which styles the tabs of pages without Ant Design.
  Tabs: {
    titleFontSize: 16,
    horizontalItemPadding: '14px 0',
    horizontalItemGutter: 32,
    itemHoverColor: palettes[name].primary,
    itemActiveColor: palettes[name].primary,
    inkBarColor: palettes[name].primary,
  },
  Timeline: { dotBg: 'var(--glow)', itemPaddingBottom: 14, tailColor: palettes[name].line },
  Tooltip: { colorTextLightSolid: '#f3eee4', colorBgSpotlight: '#2a2540' },
  Skeleton: { blockRadius: 10, gradientFromColor: palettes[name].line, gradientToColor: palettes[name].ground },
  Slider: {
    railBg: palettes[name].line,
    railHoverBg: palettes[name].edge,
    trackBg: palettes[name].primary,
    handleColor: palettes[name].primary,
  },
});

const heading = { fontFamily: 'var(--display)', fontWeight: 560, letterSpacing: '-0.01em' };

/** The defaults of components on every page that Ant Design's tokens cannot express. */
export const componentDefaults: Omit<ConfigProviderProps, 'theme' | 'children'> = {
  wave: { disabled: true },
  form: { requiredMark: 'optional', scrollToFirstError: { behavior: 'smooth', block: 'center', focus: true } },
  modal: { centered: true, styles: { title: heading, container: { border: '1px solid var(--line)' } } },
  drawer: { styles: { title: heading } },
  statistic: { styles: { content: { ...heading, lineHeight: 1.1 } } },
  inputNumber: { style: { width: '100%' } },
  descriptions: { styles: { label: { width: 'min(150px, 34%)' }, content: { overflowWrap: 'anywhere' } } },
};

// Ant Design's dark algorithm dims the seed colors; the brand colors must stay as they are.
const algorithm = (name: Theme) => (seed: SeedToken) => {
  const map = name === 'dark' ? antd.darkAlgorithm(seed) : antd.defaultAlgorithm(seed);
  const { colorPrimary, colorInfo, colorSuccess, colorWarning, colorError } = seed;
  return { ...map, colorPrimary, colorInfo, colorSuccess, colorWarning, colorError };
};

/** The Ant Design theme made of our tokens. `reducedMotion` follows the system setting. */
export const themeFor = (name: Theme, reducedMotion: boolean): ThemeConfig => ({
  algorithm: algorithm(name),
  token: { ...shape, ...colors(name), motion: !reducedMotion },
  components: components(name) ?? {},
  cssVar: { key: 'antd-tokens' },
  hashed: false,
});
