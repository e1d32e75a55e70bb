import { catchShare } from './mutants.ts'

catchShare(1, 2)
