// worker.mjs - the same away from the page.
import * as full from 'pawl';
import * as small from 'pawl/small';
import { programs } from './draw.mjs';

postMessage([full, small].map(one => programs.hello(one).join()));
