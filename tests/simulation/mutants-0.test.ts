import { catchShare } from './mutants.ts'

catchShare(0, 2)
