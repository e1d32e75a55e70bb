/** The foot's line about the PDF that was read: which fields it offers something for, or why nothing. */
import { CloseButton } from '@mantine/core'
import { useContext } from 'react'
import { fieldLabel } from '../../../domain/lead/field-words.ts'
import { emptyOutcomeWords, READING_PDF } from '../../../domain/policy/outcome.ts'
import classes from './PolicyLine.module.css'
import { PolicyDeskContext } from './policy-desk.ts'

export function PolicyLine() {
  const desk = useContext(PolicyDeskContext)
  if (desk === null || desk.state === null) return null
  const { state, offers, taken, show } = desk
  const words =
    state === 'reading'
      ? READING_PDF
      : offers.length > 0
        ? 'No PDF, para conferir e usar:'
        : taken.length > 0
          ? 'Os dados do PDF estão nos campos. Falta salvar.'
          : emptyOutcomeWords(state)
  return (
    <div className={classes.root} role="status">
      <div className={classes.words}>
        {words}
        {offers.length === 0 ? null : (
          <ul>
            {offers.map(({ field }) => (
              <li key={field}>
                <button type="button" className={classes.field} onClick={() => show(field)}>
                  {fieldLabel(field)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <CloseButton aria-label="Fechar o que o PDF diz" onClick={desk.close} />
    </div>
  )
}
