import { of } from 'rxjs';
import { type Runner } from '../runner';

export const runVariables: Runner = () => of({ data: [] });
