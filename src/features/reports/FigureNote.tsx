/** Shows to which figure the leads below belong, with a button back to all leads. */
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import classes from './Reports.module.css'

interface FigureNoteProps {
  /** 'Só Vendidos de Felipe'. */
  readonly words: string
  /** Leads back to all leads, or closes the table. */
  readonly back: string
  readonly onBack: () => void
}

export function FigureNote({ words, back, onBack }: FigureNoteProps) {
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {words}
      </Text>
      <Button
        className={classes.controls ?? ''}
        size="xs"
        variant="subtle"
        leftSection={<IconArrowBackUp size={14} />}
        onClick={onBack}
      >
        {back}
      </Button>
    </Group>
  )
}
