/** The button of the colour schemes, with the chosen one's icon. */
import { ActionIcon, type ActionIconProps, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

export const SCHEMES = [
  { value: 'light', label: 'Claro', Icon: IconSun },
  { value: 'dark', label: 'Escuro', Icon: IconMoon },
  { value: 'auto', label: 'Automático', Icon: IconDeviceDesktop },
] as const

type SchemeButtonProps = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

export function SchemeButton(props: SchemeButtonProps) {
  const { colorScheme } = useMantineColorScheme()
  const Current = SCHEMES.find((scheme) => scheme.value === colorScheme)?.Icon ?? IconDeviceDesktop
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" {...props} aria-label="Aparência">
      <Current size={20} stroke={1.7} />
    </ActionIcon>
  )
}
