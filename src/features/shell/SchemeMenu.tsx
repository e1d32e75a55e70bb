/** Colour scheme: light, dark, or the device's. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { SCHEMES, SchemeButton } from './SchemeButton.tsx'

export function SchemeMenu({ beginsOpened }: { readonly beginsOpened: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu defaultOpened={beginsOpened} position="bottom-end" width={176}>
      <Menu.Target>
        <SchemeButton />
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
