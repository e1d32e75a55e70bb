/** The choice between a client's two numbers. It is rendered only while it is open. */
import { Menu } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { formatPhone, type NamedPhone, telLink } from '../../domain/phone/phone.ts'
import classes from './LeadCard.module.css'

interface PhoneMenuProps {
  readonly phones: readonly NamedPhone[]
  /** Absent for users who only have the device's own link. */
  readonly onCall?: ((phone: string) => void) | undefined
  readonly onClose: () => void
}

export function PhoneMenu({ phones, onCall, onClose }: PhoneMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-end" width="auto" loop>
      <Menu.Target>
        <span className={classes.menuPlace} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label="Ligar para qual telefone?">
        {phones.map(({ label, phone }) => {
          const words = `${label}: ${formatPhone(phone)}`
          const icon = <IconPhone size={16} aria-hidden />
          return onCall === undefined ? (
            <Menu.Item key={phone} component="a" href={telLink(phone) ?? ''} leftSection={icon}>
              {words}
            </Menu.Item>
          ) : (
            <Menu.Item key={phone} leftSection={icon} onClick={() => onCall(phone)}>
              {words}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
