/** Three questions to begin with. docs/rules.md#assistant */
import { Button, Group } from '@mantine/core'

/** Each is answered by a page of the help. */
const QUESTIONS = [
  'Como mudo o horário de expediente?',
  'Como convido um corretor?',
  'Como importo renovações?',
] as const

export function Questions({ onAsk }: { readonly onAsk: (question: string) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Perguntas para começar">
      {QUESTIONS.map((question) => (
        <Button key={question} variant="default" size="sm" onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </Group>
  )
}
