/** One 'Salvar' for all sections, while anything is typed and not saved. docs/rules.md#settings */
import { Button, Group, Paper, Text } from '@mantine/core'
import classes from './Settings.module.css'
import type { SaveParts } from './save-parts.ts'

interface SaveBarProps {
  readonly parts: SaveParts
  readonly onShow: (title: string) => void
}

export function SaveBar({ parts: { changes, busy, open, saveAll, cancelAll }, onShow }: SaveBarProps) {
  return (
    <Paper
      component="section"
      aria-label="Alterações a salvar"
      withBorder
      shadow="md"
      p="sm"
      className={classes.bar ?? ''}
    >
      <Group justify="flex-end" gap="xs">
        {open.length === 0 ? null : (
          <Text size="sm" c="red" role="status" className={classes.open ?? ''}>
            Falta salvar:
            {open.map((title) => (
              <Button key={title} variant="subtle" size="compact-sm" onClick={() => onShow(title)}>
                {title}
              </Button>
            ))}
          </Text>
        )}
        <Button variant="default" disabled={busy} onClick={cancelAll}>
          Cancelar
        </Button>
        <Button loading={busy} onClick={() => void saveAll()}>
          {changes === 1 ? 'Salvar 1 alteração' : `Salvar ${changes} alterações`}
        </Button>
      </Group>
    </Paper>
  )
}
