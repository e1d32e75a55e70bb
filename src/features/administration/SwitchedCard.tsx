/** A row that is switched on and off: its name, its state, what is said of it, and its buttons. */
import { Button, type ButtonProps, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What the list does with a row. */
export interface SwitchedActs {
  /** The button that removes it: 'Remover webhook'. */
  readonly removes: string
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

const NONE: readonly CardButton[] = []

const ActButton = ({ label, name, ...button }: CardButton) => (
  <Button size="xs" variant="default" aria-label={name} {...button}>
    {label}
  </Button>
)

export function SwitchedCard(props: SwitchedCardProps) {
  const { row, removes, busy: disabled, chip, children, before = NONE, after = NONE } = props
  const isOn = row.state === 'on'
  const verb = isOn ? 'Desligar' : 'Ligar'
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
        {/* By their labels, which stay: a button that is mounted anew loses the focus. */}
        <Group gap="xs" mt={4}>
          {before.map((button) => (
            <ActButton key={button.label} {...button} />
          ))}
          <ActButton
            label={verb}
            name={`${verb} ${row.name}`}
            variant={isOn ? 'default' : 'filled'}
            disabled={disabled}
            onClick={props.onSwitch}
          />
          {after.map((button) => (
            <ActButton key={button.label} {...button} />
          ))}
          <ActButton
            label={removes}
            name={`${removes} ${row.name}`}
            variant="light"
            color="red"
            disabled={disabled}
            onClick={props.onRemove}
          />
        </Group>
      </Stack>
    </Paper>
  )
}
