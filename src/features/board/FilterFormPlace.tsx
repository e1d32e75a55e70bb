/** The filter form's look while its code loads, so that nothing moves when the form takes this place. */
import { Button, TextInput } from '@mantine/core'
import { labelOf } from '../../domain/lead/field-words.ts'
import classes from './FilterBar.module.css'
import { FILTER_LABELS } from './filter-entry.ts'

export function FilterFormPlace() {
  return (
    <div className={classes.form} inert>
      {[labelOf('client_name'), FILTER_LABELS.number, labelOf('client_cpf'), labelOf('broker_id')].map(
        (label) => (
          <TextInput key={label} size="sm" label={label} readOnly />
        ),
      )}
      {[FILTER_LABELS.start, FILTER_LABELS.end].map((label) => (
        <TextInput key={label} size="sm" label={label} readOnly placeholder={FILTER_LABELS.datePattern} />
      ))}
      <div className={classes.submit}>
        <Button size="sm">Filtrar</Button>
        <Button size="sm" variant="default">
          Limpar Filtros
        </Button>
      </div>
    </div>
  )
}
