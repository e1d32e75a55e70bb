/** The first team, dealership or broker: made in the dialog of its own screen. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface RecordStepProps {
  readonly text: ReactNode
  readonly button: string
  readonly list: { readonly path: '/technical-team' | '/parceiros' | '/users'; readonly label: string }
  readonly isDone: boolean
  readonly onOpen: () => void
}

export function RecordStep({ text, button, list, isDone, onOpen }: RecordStepProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Group gap="xs">
        <Button variant={isDone ? 'default' : 'filled'} leftSection={<IconPlus size={16} />} onClick={onOpen}>
          {button}
        </Button>
        {isDone ? (
          <Button variant="subtle" renderRoot={(props) => <Link to={list.path} {...props} />}>
            {list.label}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
