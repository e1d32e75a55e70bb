/** The box for a question. Enter sends, Shift and Enter make a line. */
import { Button, Text, Textarea } from '@mantine/core'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { MOST_PROMPT } from '../../domain/assistant/personas.ts'
import classes from './Chat.module.css'

interface ComposerProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly prompt: string
  readonly onPrompt: (prompt: string) => void
  readonly canSend: boolean
  readonly isWriting: boolean
  /** Why the last question came back. */
  readonly problem: string | null
  readonly note: string | null
  readonly onSend: () => void
  readonly onStop: () => void
}

export function Composer(props: ComposerProps) {
  const { box, prompt, onPrompt, canSend, isWriting, problem, note, onSend, onStop } = props
  const onKey = (event: KeyboardEvent) => {
    // An Enter that ends the composition of a letter belongs to the letter.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend && !isWriting) onSend()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend && !isWriting) onSend()
      }}
    >
      <div className={classes.line}>
        <Textarea
          ref={box}
          className={classes.box ?? ''}
          aria-label="Mensagem"
          placeholder="Escreva sua pergunta"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MOST_PROMPT}
          value={prompt}
          onChange={(event) => onPrompt(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        {isWriting ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={onStop}>
            Parar
          </Button>
        ) : (
          <Button type="submit" leftSection={<IconSend size={16} />} disabled={!canSend}>
            Enviar
          </Button>
        )}
      </div>
      {problem === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {problem}
        </Text>
      )}
      {note === null ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </form>
  )
}
