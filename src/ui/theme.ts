/**
 * The look of Farol: colours, type, radii, spacing. Screens use these values and define none of their own.
 * Each colour has ten shades of equal perceived lightness: shade 8 on shade 1 and shade 1 on shade 9 meet WCAG AA
 * (4.5:1) in every hue.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  type DefaultMantineColor,
  type DrawerProps,
  Input,
  type MantineColorsTuple,
  type ModalProps,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { foldedFilter } from './folded-filter.ts'
import { layerVariables } from './layer-order.ts'

/** Colours of a chip: the seven of the statuses, then petrol, amber and red. */
export const CHIP_COLORS = [
  'blue',
  'yellow',
  'sea',
  'purple',
  'gray',
  'green',
  'orange',
  'petrol',
  'amber',
  'red',
] as const
export type ChipColor = (typeof CHIP_COLORS)[number]

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<ChipColor | DefaultMantineColor, MantineColorsTuple>
  }
}

const colors: Record<ChipColor, MantineColorsTuple> & { dark: MantineColorsTuple } = {
  petrol: [
    '#f1fafc',
    '#def1f6',
    '#c1e3ec',
    '#9dd2df',
    '#76bccd',
    '#51a4b7',
    '#378b9e',
    '#1e7283',
    '#125968',
    '#0b3f49',
  ],
  amber: [
    '#fff6eb',
    '#feeacf',
    '#fad6a6',
    '#f2bd71',
    '#e5a02e',
    '#c98804',
    '#aa7200',
    '#895c06',
    '#6c4700',
    '#4d3201',
  ],
  blue: [
    '#f3f8ff',
    '#e0efff',
    '#c4dffe',
    '#9fcbfe',
    '#70b4fe',
    '#419af5',
    '#2380da',
    '#0167b9',
    '#025092',
    '#00386a',
  ],
  yellow: [
    '#fcf8ea',
    '#f5edcf',
    '#ebdda6',
    '#ddc772',
    '#ccae2f',
    '#b19506',
    '#967d02',
    '#796507',
    '#5f4f00',
    '#443700',
  ],
  sea: [
    '#eefbf9',
    '#d9f3f0',
    '#b8e8e2',
    '#8dd8d0',
    '#5cc3bb',
    '#25aca3',
    '#00928a',
    '#08766f',
    '#005d57',
    '#01413e',
  ],
  purple: [
    '#f9f6ff',
    '#f0e8ff',
    '#e3d4fe',
    '#d3b8fe',
    '#c197fe',
    '#ab79ed',
    '#9360d1',
    '#7849b1',
    '#5f378e',
    '#432666',
  ],
  green: [
    '#f0fbf1',
    '#dcf4e0',
    '#bdeac5',
    '#97daa4',
    '#6cc782',
    '#43b063',
    '#23974b',
    '#077b37',
    '#06612a',
    '#01451b',
  ],
  orange: [
    '#fff6f1',
    '#ffe8db',
    '#fed2ba',
    '#feb48b',
    '#f89154',
    '#e47222',
    '#c55d06',
    '#a04900',
    '#7f3902',
    '#5b2600',
  ],
  red: [
    '#fff5f4',
    '#ffe6e4',
    '#ffcfca',
    '#feb0a9',
    '#fe8880',
    '#f1605b',
    '#d54644',
    '#b32d2f',
    '#8f1f22',
    '#671516',
  ],
  gray: [
    '#f7f9fa',
    '#eff2f4',
    '#e3e8eb',
    '#d5dade',
    '#bcc2c6',
    '#94999d',
    '#6d7276',
    '#54595c',
    '#3c4044',
    '#25292c',
  ],
  dark: [
    '#e1e9ef',
    '#c1c9ce',
    '#a2aaaf',
    '#7a8187',
    '#474e53',
    '#33393e',
    '#22292d',
    '#191f23',
    '#11171b',
    '#0a0f13',
  ],
}

const px = (value: number) => `${value / 16}rem`

/** The × of a field. Mantine hides a Select's × from keyboard and screen readers. */
export const CLEAR_BUTTON = {
  'aria-label': 'Limpar',
  // Not `false`: a dialog's focus trap skips every element that has the attribute.
  'aria-hidden': undefined,
  title: 'Limpar',
  tabIndex: 0,
  // The × disappears with the value: the focus moves to the field.
  onClick: (event: MouseEvent<HTMLButtonElement>) =>
    event.currentTarget.closest('.mantine-Input-wrapper')?.querySelector('input')?.focus(),
} as const

const DIALOG_TITLE = { fontSize: px(16), fontWeight: 640 }

/**
 * A dialog is drawn in the frame after the tap, and a style animation lets it appear (styles.css): Mantine's transition
 * would wait two frames first. The page keeps its scroll bar: to remove it the browser would compute every style anew.
 */
export const OPENS_AT_ONCE = {
  transitionProps: { duration: 0, exitDuration: 120 },
  removeScrollProps: { removeScrollBar: false },
} as const satisfies Partial<ModalProps>

export const theme = createTheme({
  colors,
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  /** Three weights: each further one is a font of its own to set up before the first painting. Style sheets use these. */
  fontWeights: { regular: '400', medium: '550', bold: '640' },
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontWeight: '640',
    sizes: {
      h1: { fontSize: px(24), lineHeight: '1.3' },
      h2: { fontSize: px(20), lineHeight: '1.35' },
      h3: { fontSize: px(16), lineHeight: '1.4' },
      h4: { fontSize: px(14), lineHeight: '1.45' },
    },
  },
  /** `sm` is the dense table's 13 px, `md` the default. */
  fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  radius: { xs: px(4), sm: px(6), md: px(8), lg: px(12), xl: px(20) },
  defaultRadius: 'md',
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(24), xl: px(32) },
  shadows: {
    xs: '0 1px 2px rgb(10 15 19 / 6%)',
    sm: '0 1px 3px rgb(10 15 19 / 8%)',
    md: '0 4px 16px rgb(10 15 19 / 10%)',
    lg: '0 8px 28px rgb(10 15 19 / 14%)',
    xl: '0 16px 48px rgb(10 15 19 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: Input.extend({ vars: () => ({ wrapper: { '--input-fz': 'var(--mantine-font-size-md)' } }) }),
    InputWrapper: { styles: { label: { marginBottom: px(4) } } },
    // `Modal.extend` would bring the code of dialogs, scroll areas and pop-ups to the sign-in, which has none.
    Modal: {
      styles: { title: DIALOG_TITLE },
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        ...OPENS_AT_ONCE,
        closeButtonProps: { 'aria-label': 'Fechar' },
      } satisfies Partial<ModalProps>,
    },
    Drawer: {
      styles: { title: DIALOG_TITLE },
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        ...OPENS_AT_ONCE,
        closeButtonProps: { 'aria-label': 'Fechar' },
      } satisfies Partial<DrawerProps>,
    },
    // A choice stays until the user makes another or presses its ×: docs/rules.md#choices.
    Select: {
      defaultProps: {
        filter: foldedFilter,
        autoComplete: 'off',
        allowDeselect: false,
        openOnFocus: false,
        checkIconPosition: 'right',
        nothingFoundMessage: 'Nada encontrado',
        clearButtonProps: CLEAR_BUTTON,
      },
    },
    MultiSelect: { defaultProps: { filter: foldedFilter, autoComplete: 'off' } },
    Autocomplete: { defaultProps: { filter: foldedFilter, autoComplete: 'off' } },
    InputClearButton: { defaultProps: { 'aria-label': CLEAR_BUTTON['aria-label'] } },
    // Browsers write what is typed to the disk, for other forms and for their own restart. A field that helps to sign in asks
    // for its values itself: docs/rules.md#protected-devices
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    NumberInput: { defaultProps: { autoComplete: 'off' } },
    TagsInput: { defaultProps: { autoComplete: 'off' } },
    // Mantine leaves the button that shows a password out of the tab order.
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'Mostrar ou esconder a senha', tabIndex: 0 },
      },
    },
    Button: { defaultProps: { fz: 'md', fw: 550 } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 80 }, shadow: 'md' },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 80 } } },
  },
})

const chip = (background: number, text: number) =>
  Object.fromEntries(
    CHIP_COLORS.flatMap((name) => [
      [`--farol-chip-${name}-bg`, colors[name][background] ?? ''],
      [`--farol-chip-${name}-text`, colors[name][text] ?? ''],
    ]),
  )

/**
 * Variables for style modules. `--farol-ground` is the page background, `--farol-surface` the background of cards and panels,
 * `--farol-hairline` the border between them. `--farol-beacon` is the logo's amber, for what waits for the user.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--farol-menu-width': px(240),
    '--farol-menu-width-collapsed': px(64),
    '--farol-bar-height': px(56),
    ...layerVariables(),
  },
  light: {
    '--mantine-color-text': colors.gray[9],
    '--mantine-color-dimmed': '#5a6064',
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[7],
    '--mantine-color-default-border': '#d0d6da',
    '--farol-ground': '#f3f5f6',
    '--farol-surface': '#ffffff',
    '--farol-surface-hover': colors.gray[1],
    '--farol-hairline': '#e1e6e9',
    '--farol-brand': colors.petrol[8],
    '--farol-beacon': colors.amber[4],
    '--farol-beacon-text': colors.amber[8],
    ...chip(1, 8),
  },
  dark: {
    '--mantine-color-text': colors.dark[0],
    '--mantine-color-dimmed': colors.dark[2],
    '--mantine-color-placeholder': '#8d959b',
    '--mantine-color-error': colors.red[4],
    '--mantine-color-body': colors.dark[7],
    '--mantine-color-default-border': colors.dark[4],
    '--farol-ground': colors.dark[8],
    '--farol-surface': colors.dark[7],
    '--farol-surface-hover': colors.dark[6],
    '--farol-hairline': '#2c3338',
    '--farol-brand': colors.petrol[3],
    '--farol-beacon': colors.amber[4],
    '--farol-beacon-text': colors.amber[3],
    ...chip(9, 1),
  },
})
