/** 'Nova versão disponível', at the bottom left, until the user accepts or postpones it. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { takeUpdate, updateWaiting } from './app-update.ts'
import classes from './UpdatePrompt.module.css'

/**
 * Publishes the prompt's height with its distance from the edge, for the toast above it on a phone
 * (`Toaster.module.css`).
 */
function tellHeight(prompt: HTMLElement | null): () => void {
  const { style } = document.documentElement
  if (prompt !== null) style.setProperty('--update-prompt', `${prompt.offsetHeight + 16}px`)
  return () => style.removeProperty('--update-prompt')
}

export function UpdatePrompt() {
  const waiting = useSyncExternalStore(updateWaiting.subscribe, updateWaiting.get)
  const [later, setLater] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!waiting || later) return null
  const update = () => {
    setBusy(true)
    takeUpdate()
  }
  return (
    <Paper
      ref={tellHeight}
      className={classes.root}
      withBorder
      shadow="lg"
      p="md"
      role="status"
      data-fleeting="whole"
    >
      <Text fw={640}>Nova versão disponível</Text>
      <Text size="sm" c="dimmed" mb="sm">
        O Farol recarrega em todas as abas. O que está na fila continua guardado.
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="subtle" color="gray" onClick={() => setLater(true)}>
          Depois
        </Button>
        <Button onClick={update} loading={busy}>
          Atualizar
        </Button>
      </Group>
    </Paper>
  )
}
