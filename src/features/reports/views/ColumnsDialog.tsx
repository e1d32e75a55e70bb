/** Which columns of a report are shown. A table keeps its title column. */
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { ShownTable } from '../../../domain/reports/table.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

interface ColumnsDialogProps {
  readonly tables: readonly Pick<ShownTable, 'name' | 'title' | 'heads'>[]
  readonly hidden: ReadonlySet<string>
  readonly onChange: (hidden: readonly string[]) => void
  readonly onClose: () => void
}

export function ColumnsDialog({ tables, hidden, onChange, onClose }: ColumnsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Colunas" size="lg">
      <Stack gap="lg">
        {tables.map((table) => (
          <Checkbox.Group
            key={table.name}
            label={table.title}
            value={table.heads.map(({ key }) => `${table.name}.${key}`).filter((key) => !hidden.has(key))}
            onChange={(shown) => {
              const own = table.heads.map(({ key }) => `${table.name}.${key}`)
              const others = [...hidden].filter((key) => !own.includes(key))
              onChange([...others, ...own.filter((key) => !shown.includes(key))])
            }}
          >
            <Group gap="sm" mt="xs">
              {table.heads.map(({ key, label, isTitle }) => (
                <Checkbox key={key} value={`${table.name}.${key}`} label={label} disabled={isTitle} />
              ))}
            </Group>
          </Checkbox.Group>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={hidden.size === 0} onClick={() => onChange([])}>
            Mostrar todas
          </Button>
          <Button onClick={onClose}>Fechar</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
