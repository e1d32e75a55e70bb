/** The way back to the first steps, from 'Configurações'. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export function FirstStepsLink() {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <IconRoute size={20} stroke={1.7} aria-hidden />
          <div>
            <Text fw={600}>Primeiros passos</Text>
            <Text size="sm" c="dimmed">
              Da corretora ao primeiro lead: o que está pronto e o que ficou para depois.
            </Text>
          </div>
        </Group>
        <Button variant="default" renderRoot={(props) => <Link to="/primeiros-passos" {...props} />}>
          Abrir os passos
        </Button>
      </Group>
    </Paper>
  )
}
