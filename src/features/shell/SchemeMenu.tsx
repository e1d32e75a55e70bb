/** Colour scheme: light, dark, or the device's. */
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const SCHEMES = [
  { value: 'light', label: 'Claro', Icon: IconSun },
  { value: 'dark', label: 'Escuro', Icon: IconMoon },
  { value: 'auto', label: 'Automático', Icon: IconDeviceDesktop },
] as const

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = SCHEMES.find((scheme) => scheme.value === colorScheme)?.Icon ?? IconDeviceDesktop
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Aparência">
          <Current size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value ? <IconCheck size={16} aria-label="escolhido" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
