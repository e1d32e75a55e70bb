/** What holds of a book of proposals and what does not, and its proposals. */
import { Text, Title } from '@mantine/core'
import type { Book } from '../../domain/proposal-book/book.ts'
import {
  BOOK_VERDICTS,
  type BookLine,
  bookLines,
  bookTitle,
  closingTerm,
  openingTerm,
  problemWords,
} from '../../domain/proposal-book/book-words.ts'
import type { CheckedBook as Checked } from '../../domain/proposal-book/check.ts'
import { SIGNATURE_WORDS } from '../../domain/signed/signature.ts'
import classes from './CheckScreen.module.css'
import { useShownLines } from './useShownLines.tsx'
import { VerdictAlert } from './VerdictAlert.tsx'

interface CheckedBookProps {
  readonly book: Book
  readonly checked: Checked
}

export function CheckedBook({ book, checked: { verdict, signature, problems, code } }: CheckedBookProps) {
  const { shown, more } = useShownLines(bookLines(book), 'todas as propostas')
  const broken = new Set(problems.flatMap((problem) => (problem.kind === 'row' ? [problem.place] : [])))
  const said = problems.map((problem) => ({
    key: problem.kind === 'row' ? String(problem.place) : problem.kind,
    sentence: problemWords(problem, book),
  }))
  return (
    <>
      <VerdictAlert verdict={verdict} words={BOOK_VERDICTS} problems={said} />
      <section className={classes.card} aria-label="O livro">
        <Text fw={600}>{bookTitle(book)}</Text>
        <Text className={signature === 'holds' || signature === 'own_key' ? '' : (classes.bad ?? '')}>
          {SIGNATURE_WORDS.book[signature]}
        </Text>
        <Text>{openingTerm(book)}</Text>
        <Text>{closingTerm(book)}</Text>
        <Text size="sm" c="dimmed" className={classes.hash ?? ''}>
          Código: {code}
        </Text>
        {verdict === 'broken' ? null : (
          <Text size="sm" c="dimmed">
            As propostas abaixo são as que foram assinadas dentro do arquivo. Se as folhas do PDF mostram
            outra coisa ou outro código, as folhas foram mudadas: vale o que está aqui.
          </Text>
        )}
      </section>
      <Title order={2} size="h3">
        Propostas
      </Title>
      {book.rows.length === 0 ? <Text>Nenhuma proposta neste mês.</Text> : null}
      <ol className={classes.lines} aria-label="Propostas do livro">
        {shown.map((line) => (
          <Line key={line.place} line={line} broken={broken.has(line.place)} />
        ))}
      </ol>
      {more}
    </>
  )
}

function Line({
  line: { place, title, parts },
  broken,
}: {
  readonly line: BookLine
  readonly broken: boolean
}) {
  return (
    <li className={classes.line} data-broken={broken || undefined}>
      <div className={classes.what}>
        {place}. {title}
      </div>
      <dl className={classes.changes}>
        {parts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {broken ? <div className={classes.bad}>Não é a proposta que foi assinada.</div> : null}
    </li>
  )
}
