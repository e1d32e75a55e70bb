/** A row that is switched on and off: its name, its state, what is said of it, and its buttons. */
import { Button, type ButtonProps, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What the list does with a row. */
export interface SwitchedActs {
  /** 'webhook'. */
  readonly noun: string
  readonly busy: boolean
  readonly onSwitch: () => void
  readonly onRemove: () => void
}

interface CardButton extends Pick<ButtonProps, 'variant' | 'color' | 'disabled'> {
  readonly label: string
  /** For screen readers, with the row's name: 'Editar Lead parado'. */
  readonly name: string
  readonly onClick: () => void
}

interface SwitchedCardProps extends SwitchedActs {
  readonly row: { readonly name: string; readonly state: string }
  readonly chip: ReactNode
  readonly children: ReactNode
  /** Buttons beside the switch. */
  readonly before?: readonly CardButton[]
  readonly after?: readonly CardButton[]
}

export function SwitchedCard(props: SwitchedCardProps) {
  const { row, noun, busy: disabled, chip, children, before = [], after = [] } = props
  const isOn = row.state === 'on'
  const verb = isOn ? 'Desligar' : 'Ligar'
  const remove = `Remover ${noun}`
  const buttons: readonly CardButton[] = [
    ...before,
    {
      label: verb,
      name: `${verb} ${row.name}`,
      variant: isOn ? 'default' : 'filled',
      disabled,
      onClick: props.onSwitch,
    },
    ...after,
    {
      label: remove,
      name: `${remove} ${row.name}`,
      variant: 'light',
      color: 'red',
      disabled,
      onClick: props.onRemove,
    },
  ]
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: 'none' }}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {row.name}
          </Title>
          {chip}
        </Group>
        {children}
        <Group gap="xs" mt={4}>
          {buttons.map(({ label, name, ...button }) => (
            <Button key={name} size="xs" variant="default" aria-label={name} {...button}>
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  )
}
