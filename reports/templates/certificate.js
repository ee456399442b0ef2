// SPDX-License-Identifier: MIT
//
// A verifier of certificates for the page itself, after FORMAT.md and nothing else: exact (BigInt),
// offline, without a line of the program that wrote the page. It takes the text of one file (not a
// folder of chunks) and answers with what it proves, or throws Rejected at the first fault.
const certificates = (() => {
  'use strict';

  class Rejected extends Error {}
  const reject = (step, expected, found) => {
    throw new Rejected(`${step}: expected ${expected}, found ${String(found).slice(0, 80)}`);
  };

  // --- exact numbers: [numerator, denominator], in lowest terms, the denominator > 0 -------------

  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
  const lowest = (p, q) => {
    if (q === 1n) return [p, q];
    const divisor = gcd(p, q);
    return divisor === 1n ? [p, q] : [p / divisor, q / divisor];
  };
  const zero = [0n, 1n], one = [1n, 1n], half = [1n, 2n];
  const add = (a, b) =>
    a[1] === b[1] ? lowest(a[0] + b[0], a[1]) : lowest(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
  const times = (a, b) => lowest(a[0] * b[0], a[1] * b[1]);
  const minus = a => [-a[0], a[1]];
  const over = (a, b) => b[0] < 0n ? lowest(-a[0] * b[1], -a[1] * b[0]) : lowest(a[0] * b[1], a[1] * b[0]);
  const compare = (a, b) => {
    const difference = a[0] * b[1] - b[0] * a[1];
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };
  const sign = a => a[0] < 0n ? -1 : a[0] > 0n ? 1 : 0;
  const abs = a => a[0] < 0n ? minus(a) : a;
  const spell = a => a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`;
  const spelling = /^(0|-?[1-9]\d{0,999})(?:\/([1-9]\d{0,999}))?$/;
  function number(text, step) {
    const parts = typeof text === 'string' ? spelling.exec(text) : null;
    if (!parts) reject(step, 'an exact number', JSON.stringify(text));
    const p = BigInt(parts[1]), q = BigInt(parts[2] || 1);
    if (parts[2] && (q === 1n || gcd(p, q) !== 1n)) reject(step, 'lowest terms', text);
    return [p, q];
  }

  // --- the shape of what is read ------------------------------------------------------------------

  function fields(value, names, step, optional = []) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) reject(step, 'an object', JSON.stringify(value));
    for (const name of names) if (!Object.hasOwn(value, name)) reject(step, `"${name}"`, 'none');
    for (const name of Object.keys(value)) {
      if (!names.includes(name) && !optional.includes(name)) reject(step, names.join(', '), `"${name}"`);
    }
    return value;
  }
  function list(value, step) {
    if (!Array.isArray(value)) reject(step, 'a list', JSON.stringify(value));
    return value;
  }
  function count(value, least, most, step) {
    if (!Number.isInteger(value) || value < least || value > most) reject(step, `a number from ${least} to ${most}`, JSON.stringify(value));
    return value;
  }
  function flag(value, step) {
    if (typeof value !== 'boolean') reject(step, 'true or false', JSON.stringify(value));
    return value;
  }
  /** A rank vector, counted from 0. */
  function ranking(value, n, step) {
    const ranks = list(value, step).map(rank => count(rank, 1, n, step) - 1);
    if (ranks.length !== n || new Set(ranks).size !== n) reject(step, `the ranks 1 to ${n}, each once`, value);
    return ranks;
  }
  /** JSON.parse keeps the last of two keys of one name; a certificate has none twice. */
  function parsed(line, step) {
    let value;
    try { value = JSON.parse(line); } catch (error) { reject(step, 'JSON', line); }
    if (JSON.stringify(value) !== line.replace(/\s+/g, '')) reject(step, 'plain JSON, each key once', line);
    return value;
  }

  // --- pairs and forms ----------------------------------------------------------------------------

  /** A form is an array with a number for each pair {i, j}, in the order (1,2), (1,3), … */
  const size = n => n * (n - 1) / 2;
  const place = (i, j, n) => i < j ? i * (2 * n - i - 1) / 2 + j - i - 1 : place(j, i, n);
  const form = n => new Array(size(n)).fill(zero);
  const is_zero = f => f.every(c => c[0] === 0n);
  function add_to(f, g, factor = one) {
    for (let p = 0; p < f.length; ++p) if (g[p][0] !== 0n) f[p] = add(f[p], factor === one ? g[p] : times(factor, g[p]));
    return f;
  }
  const at = (f, d) => f.reduce((sum, c, p) => c[0] === 0n ? sum : add(sum, times(c, d[p])), zero);

  const inverse = sigma => { const tau = []; sigma.forEach((rank, i) => { tau[rank] = i; }); return tau; };
  const reverse_complement = sigma => sigma.map((rank, i) => sigma.length - 1 - sigma[sigma.length - 1 - i]);

  /** a_ij of σ, by pairs. */
  function factors(claim, sigma) {
    const n = sigma.length, delta = claim.swap_costs, w = claim.weights;
    if (!w && !delta) return new Array(size(n)).fill(one);
    const sums = [zero];
    for (let i = 0; i + 1 < n; ++i) sums.push(add(sums[i], delta ? delta[i] : one));
    const average = sigma.map((rank, i) => {
      if (rank !== i) return over(add(sums[rank], minus(sums[i])), [BigInt(rank - i), 1n]);
      if (!delta || !claim.is_local) return one;
      const low = Math.max(i - 1, 0), high = Math.min(i + 1, n - 1);
      return over(add(sums[high], minus(sums[low])), [BigInt(high - low), 1n]);
    });
    const all = [];
    for (let i = 0; i < n; ++i) for (let j = i + 1; j < n; ++j) {
      const weight = w ? times(w[i], w[j]) : one;
      all.push(times(weight, times(average[i], average[j])));
    }
    return all;
  }

  const within = (x, a, b) => Math.min(a, b) <= x && x <= Math.max(a, b);
  /** {linear, forms} of a functional of σ with the factors of σ. */
  const functionals = {
    'K': (sigma, a) => {
      const n = sigma.length, linear = form(n);
      for (let i = 0; i < n; ++i) for (let j = i + 1; j < n; ++j) {
        if (sigma[i] > sigma[j]) linear[place(i, j, n)] = a[place(i, j, n)];
      }
      return {linear, forms: []};
    },
    'F[prefix]': (sigma, a) => {
      const n = sigma.length;
      const forms = sigma.map((rank, i) => {
        const f = form(n);
        for (let j = 0; j < n; ++j) {
          if (j < i && sigma[j] > rank) f[place(j, i, n)] = a[place(j, i, n)];
          if (j > i && sigma[j] < rank) f[place(i, j, n)] = minus(a[place(i, j, n)]);
        }
        return f;
      });
      return {linear: form(n), forms};
    },
    'F[interval]': (sigma, a) => {
      const n = sigma.length, linear = form(n);
      sigma.forEach((rank, i) => {
        for (let j = 0; j < n; ++j) {
          const p = i === j ? -1 : place(i, j, n);
          if (p >= 0 && rank !== i && within(sigma[j], rank, i)) linear[p] = add(linear[p], a[p]);
        }
      });
      return {linear, forms: []};
    },
    'F[box]': (sigma, a) => {
      const n = sigma.length;
      const linear = form(n);
      add_to(linear, functionals['F[interval]'](sigma, a).linear, half);
      sigma.forEach((rank, i) => {
        for (let j = 0; j < n; ++j) {
          const p = i === j ? -1 : place(i, j, n);
          if (p >= 0 && rank !== i && within(j, rank, i)) linear[p] = add(linear[p], times(half, a[p]));
        }
      });
      return {linear, forms: []};
    },
  };
  function functional(name, claim, sigma) {
    const turned = /^(K|F)\[(?:(.*),)?inverse\]$/.exec(name);
    if (turned) return functional(turned[2] ? `F[${turned[2]}]` : 'K', claim, inverse(sigma));
    if (name === 'F[prefix-sym]') {
      const parts = [sigma, inverse(sigma)].map(s => functional('F[prefix]', claim, s));
      return {linear: form(sigma.length),
              forms: parts.flatMap(part => part.forms.map(f => add_to(form(sigma.length), f, half)))};
    }
    return functionals[name](sigma, factors(claim, sigma));
  }
  const readings = ['prefix', 'prefix-sym', 'interval', 'box'];
  const known = new Set(['K', 'K[inverse]',
                         ...readings.flatMap(r => [`F[${r}]`, `F[${r},inverse]`])]);

  function evaluated(expression, claim, sigma) {
    const n = sigma.length, linear = form(n), forms = [];
    const keep = f => { if (!is_zero(f)) forms.push(f); };
    for (const term of expression) {
      if (term.inside) {
        const sum = form(n);
        for (const {coefficient, name} of term.inside) add_to(sum, functional(name, claim, sigma).linear, coefficient);
        keep(add_to(form(n), sum, term.coefficient));
        continue;
      }
      const value = functional(term.name, claim, sigma);
      add_to(linear, value.linear, term.coefficient);
      for (const f of value.forms) keep(add_to(form(n), f, term.coefficient));
    }
    return {linear, forms};
  }
  const is_nothing = value => is_zero(value.linear) && value.forms.length === 0;
  const value_at = (value, d) => value.forms.reduce((sum, f) => add(sum, abs(at(f, d))), at(value.linear, d));

  // --- the header ---------------------------------------------------------------------------------

  function term(json, step, is_inside) {
    if (!is_inside && json !== null && typeof json === 'object' && 'absolute' in json) {
      fields(json, ['coefficient', 'absolute'], step);
      const inside = list(json.absolute, step).map(part => term(part, step, true));
      if (inside.length < 1 || inside.length > 100) reject(step, '1 to 100 terms', inside.length);
      const coefficient = number(json.coefficient, step);
      if (sign(coefficient) <= 0) reject(step, 'a coefficient > 0', json.coefficient);
      return {coefficient, inside};
    }
    fields(json, ['coefficient', 'functional'], step);
    const coefficient = number(json.coefficient, step), name = json.functional;
    if (!known.has(name)) reject(step, 'a functional', name);
    if (is_inside && name.startsWith('F[prefix')) reject(step, 'a functional without absolute values', name);
    if (is_inside ? sign(coefficient) === 0 : sign(coefficient) <= 0) reject(step, 'a coefficient > 0', json.coefficient);
    return {coefficient, name};
  }
  function expression(json, step) {
    const terms = list(json, step).map(part => term(part, step, false));
    if (terms.length < 1 || terms.length > 100) reject(step, '1 to 100 terms', terms.length);
    return terms;
  }
  function spelt(terms) {
    return terms.map(({coefficient, name, inside}, t) => {
      const size = abs(coefficient), is_negative = sign(coefficient) < 0;
      const before = t === 0 ? (is_negative ? '-' : '') : is_negative ? ' - ' : ' + ';
      return before + (compare(size, one) === 0 ? '' : spell(size) + '*') + (inside ? `|${spelt(inside)}|` : name);
    }).join('');
  }
  function header(json) {
    const step = 'header';
    fields(json, ['format', 'n', 'scope', 'small', 'big', 'weights', 'swap_costs', 'fixed_points', 'direct_sums', 'symmetries'], step);
    if (json.format !== 'disarray.certificate/1') reject(step, 'disarray.certificate/1', json.format);
    const is_all = json.scope === 'all';
    const n = count(json.n, 2, is_all ? 12 : 20, step);
    const numbers = (value, length, least) => value === 'unit' ? null : list(value, step).map(text => {
      const x = number(text, step);
      if (sign(x) < least || value.length !== length) reject(step, `${length} weights`, JSON.stringify(value));
      return x;
    });
    const claim = {n, sigma: is_all ? null : ranking(json.scope, n, step),
                   small: expression(json.small, step), big: expression(json.big, step),
                   weights: numbers(json.weights, n, 1), swap_costs: numbers(json.swap_costs, n - 1, 0),
                   is_local: json.fixed_points === 'local', direct_sums: flag(json.direct_sums, step),
                   symmetries: list(json.symmetries, step)};
    if (!['one', 'local'].includes(json.fixed_points) || (!claim.swap_costs && claim.is_local)) reject(step, 'fixed points "one"', json.fixed_points);
    if (!['', 'inverse', 'reverse-complement', 'inverse,reverse-complement'].includes(claim.symmetries.join())) reject(step, 'symmetries', claim.symmetries);
    if (claim.sigma && (claim.direct_sums || claim.symmetries.length > 0)) reject(step, 'one σ without symmetries', claim.symmetries);
    const has_inside = [...claim.small, ...claim.big].some(part => part.inside);
    if (claim.direct_sums && (claim.weights || claim.swap_costs || has_inside)) reject(step, 'direct sums without weights', 'some');
    return claim;
  }

  // --- proofs -------------------------------------------------------------------------------------

  function ascending(entries, step) {
    for (let e = 1; e < entries.length; ++e) {
      const [a, b] = [entries[e - 1].slice(0, -1), entries[e].slice(0, -1)];
      const k = a.findIndex((x, i) => x !== b[i]);
      if (k < 0 || a[k] > b[k]) reject(step, 'ascending places', b);
    }
  }
  function positive(text, step) {
    const x = number(text, step);
    if (sign(x) <= 0) reject(step, 'a number > 0', text);
    return x;
  }

  /** The ratio that a leaf counts with, or null. \param splits  Map of places to 1 or −1 */
  function leaf(json, small, big, splits, n, step) {
    fields(json, splits.size > 0 ? ['ratio', 'signs', 'triangles', 'slacks', 'regions'] : ['ratio', 'signs', 'triangles', 'slacks'], step);
    const signs = list(json.signs, step).map(text => number(text, step));
    if (signs.length !== big.forms.length) reject(step, `${big.forms.length} signs`, signs.length);
    if (signs.some(phi => compare(abs(phi), one) > 0)) reject(step, 'signs from -1 to 1', json.signs);
    const ratio = number(json.ratio, step);
    if (sign(ratio) < 0) reject(step, 'a ratio >= 0', json.ratio);
    const bound = add_to(form(n), small.linear);
    small.forms.forEach((g, k) => {
      if (splits.has(k)) add_to(bound, g, splits.get(k)); else add_to(bound, g.map(abs));
    });
    const rest = add_to(form(n), big.linear);
    signs.forEach((phi, k) => { if (sign(phi) !== 0) add_to(rest, big.forms[k], phi); });
    add_to(rest, bound, minus(ratio));
    const take = (p, y) => { rest[p] = add(rest[p], y); };
    const triangles = list(json.triangles, step), slacks = list(json.slacks, step), regions = list(json.regions || [], step);
    for (const entry of triangles) {
      if (list(entry, step).length !== 4) reject(step, '[i, j, k, y]', JSON.stringify(entry));
      const [i, j, k] = entry.slice(0, 3).map(x => count(x, 1, n, step) - 1), y = positive(entry[3], step);
      if (i >= j || k === i || k === j) reject(step, 'i < j and another k', entry);
      take(place(i, k, n), minus(y)); take(place(j, k, n), minus(y)); take(place(i, j, n), y);
    }
    for (const entry of slacks) {
      if (list(entry, step).length !== 3) reject(step, '[i, j, s]', JSON.stringify(entry));
      const [i, j] = entry.slice(0, 2).map(x => count(x, 1, n, step) - 1);
      if (i >= j) reject(step, 'i < j', entry);
      take(place(i, j, n), minus(positive(entry[2], step)));
    }
    for (const entry of regions) {
      if (list(entry, step).length !== 2) reject(step, '[k, μ]', JSON.stringify(entry));
      const k = count(entry[0], 1, small.forms.length, step) - 1;
      if (!splits.has(k)) reject(step, 'a split above', entry[0]);
      add_to(rest, small.forms[k], minus(times(splits.get(k), positive(entry[1], step))));
    }
    for (const entries of [triangles, slacks, regions]) ascending(entries, step);
    const p = rest.findIndex(c => c[0] !== 0n);
    if (p >= 0) reject(step, `the identity at pair ${p + 1}`, `a difference of ${spell(rest[p])}`);
    if (!is_zero(bound)) return ratio;
    if (sign(ratio) !== 0) reject(step, 'ratio 0 where nothing is bounded', json.ratio);
    return null;
  }
  function node(json, small, big, splits, n, step, depth = 0) {
    if (json === null || typeof json !== 'object' || !('split' in json)) return leaf(json, small, big, splits, n, step);
    fields(json, ['split', 'positive', 'negative'], step);
    const k = count(json.split, 1, small.forms.length, step) - 1;
    if (splits.has(k) || depth > 90) reject(step, 'a split that is new', json.split);
    const ratios = [[json.positive, one], [json.negative, minus(one)]].map(([branch, s]) =>
      node(branch, small, big, new Map([...splits, [k, s]]), n, step, depth + 1)).filter(r => r !== null);
    return ratios.length === 0 ? null : ratios.reduce((a, b) => compare(a, b) <= 0 ? a : b);
  }

  /** D by pairs: symmetric, zero diagonal, a pseudometric. */
  function dissimilarity(json, n, step) {
    const rows = list(json, step).map(row => list(row, step).map(text => number(text, step)));
    if (rows.length !== n || rows.some(row => row.length !== n)) reject(step, `${n} rows of ${n}`, rows.length);
    const d = form(n);
    for (let i = 0; i < n; ++i) for (let j = 0; j < n; ++j) {
      if (compare(rows[i][j], rows[j][i]) !== 0) reject(step, 'a symmetric D', `D at ${i + 1}, ${j + 1}`);
      if (i === j ? sign(rows[i][j]) !== 0 : sign(rows[i][j]) < 0) reject(step, 'D >= 0, 0 on the diagonal', spell(rows[i][j]));
      for (let k = 0; k < n; ++k) {
        if (compare(rows[i][j], add(rows[i][k], rows[k][j])) > 0) reject(step, 'the triangle inequality', `${i + 1}, ${j + 1}, ${k + 1}`);
      }
      if (i < j) d[place(i, j, n)] = rows[i][j];
    }
    return d;
  }
  function attained(d, small, big, ratio, step) {
    const [below, above] = [value_at(small, d), value_at(big, d)];
    if (sign(below) <= 0 || compare(above, times(ratio, below)) !== 0) {
      reject(step, `M = ${spell(ratio)}*N with N > 0`, `N = ${spell(below)}, M = ${spell(above)}`);
    }
  }

  // --- which records there are --------------------------------------------------------------------

  const order = (a, b) => { for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return a[i] - b[i]; return 0; };
  function* rankings(m) {
    const sigma = Array.from({length: m}, (unused, i) => i);
    for (;;) {
      yield sigma.slice();
      let i = m - 2;
      while (i >= 0 && sigma[i] > sigma[i + 1]) --i;
      if (i < 0) return;
      let j = m - 1;
      while (sigma[j] < sigma[i]) --j;
      [sigma[i], sigma[j]] = [sigma[j], sigma[i]];
      for (let a = i + 1, b = m - 1; a < b; ++a, --b) [sigma[a], sigma[b]] = [sigma[b], sigma[a]];
    }
  }
  function is_decomposable(sigma) {
    let most = -1;
    for (let i = 0; i + 1 < sigma.length; ++i) {
      most = Math.max(most, sigma[i]);
      if (most === i) return true;
    }
    return false;
  }
  /** Images of σ other than σ, each once, with the renaming of the elements that leads there. */
  function images(claim, sigma) {
    const n = sigma.length, turn = i => n - 1 - i;
    const has = name => claim.symmetries.includes(name);
    const all = [];
    if (has('inverse')) all.push([inverse(sigma), i => sigma[i]]);
    if (has('reverse-complement')) all.push([reverse_complement(sigma), turn]);
    if (has('inverse') && has('reverse-complement')) all.push([reverse_complement(inverse(sigma)), i => turn(sigma[i])]);
    return all.filter(([image], k) => order(image, sigma) !== 0 && all.findIndex(([other]) => order(image, other) === 0) === k);
  }
  function renamed(f, to, n) {
    const g = form(n);
    for (let i = 0; i < n; ++i) for (let j = i + 1; j < n; ++j) g[place(to(i), to(j), n)] = f[place(i, j, n)];
    return g;
  }
  /** Forms up to order and sign. */
  function fingerprint(value) {
    const words = f => {
      const first = f.find(c => c[0] !== 0n);
      return f.map(c => spell(first[0] < 0n ? minus(c) : c)).join(' ');
    };
    return [value.linear.map(spell).join(' '), ...value.forms.map(words).sort()].join('|');
  }
  function require_image(claim, terms, value, image, to, step) {
    const n = image.length;
    const moved = {linear: renamed(value.linear, to, n), forms: value.forms.map(f => renamed(f, to, n))};
    if (fingerprint(moved) !== fingerprint(evaluated(terms, claim, image))) reject(step, 'the same of an image', image.map(rank => rank + 1));
  }

  // --- the file -----------------------------------------------------------------------------------

  /** Checks the records one after the other, and keeps what the end says of them. */
  class Records {
    constructor(claim, next_line) {
      this.claim = claim;
      this.next_line = next_line;
      this.records = 0;
      this.lengths = new Map();  // length to {violating, indecomposable}
      this.best = [];            // {ratio, sigma}: each better than all before
    }
    run() {
      const {claim} = this;
      if (claim.sigma) {
        this.look_at(claim.sigma, []);
        return;
      }
      for (let m = claim.direct_sums ? 2 : claim.n; m <= claim.n; ++m) {
        this.lengths.set(m, {violating: 0n, indecomposable: 0n});
        for (const sigma of rankings(m)) {
          if (claim.direct_sums && is_decomposable(sigma)) continue;
          ++this.lengths.get(m).indecomposable;
          const all = images(claim, sigma);
          if (!all.some(([image]) => order(image, sigma) < 0)) this.look_at(sigma, all);
        }
      }
    }
    look_at(sigma, all) {
      const {claim} = this, step = `record of ${sigma.map(rank => rank + 1).join(' ')}`;
      const small = evaluated(claim.small, claim, sigma);
      if (is_nothing(small)) {
        for (const [image] of all) {
          if (!is_nothing(evaluated(claim.small, claim, image))) reject(step, 'N = 0 of an image', image);
        }
        return;
      }
      const big = evaluated(claim.big, claim, sigma);
      for (const [image, to] of all) {
        require_image(claim, claim.small, small, image, to, step);
        require_image(claim, claim.big, big, image, to, step);
      }
      const record = parsed(this.next_line(step), step);
      fields(record, ['ranks', 'proof'], step, ['witness']);
      if (order(ranking(record.ranks, sigma.length, step), sigma) !== 0) reject(step, 'these ranks', record.ranks);
      const ratio = node(record.proof, small, big, new Map(), sigma.length, step);
      if (ratio === null) reject(step, 'a leaf that counts', 'none');
      const fails = compare(ratio, one) < 0;
      if (fails !== 'witness' in record) reject(step, fails ? 'a witness' : 'no witness', fails ? 'none' : 'one');
      if (fails) attained(dissimilarity(record.witness, sigma.length, step), small, big, ratio, step);
      ++this.records;
      if (fails) this.count(sigma.length, 1 + all.length);
      if (this.best.length === 0 || compare(ratio, this.best.at(-1).ratio) < 0) this.best.push({ratio, sigma, small, big});
    }
    count(m, more) {
      if (!this.lengths.has(m)) this.lengths.set(m, {violating: 0n, indecomposable: 0n});
      this.lengths.get(m).violating += BigInt(more);
    }
    /** σ in S_m, or in scope, with a ratio < 1. */
    violating(m) {
      if (!this.claim.direct_sums) return this.lengths.get(m)?.violating ?? 0n;
      const kept_alone = l => l === 1 ? 1n : this.lengths.get(l).indecomposable - this.lengths.get(l).violating;
      const kept = [1n];
      let factorial = 1n;
      for (let k = 1; k <= m; ++k) {
        factorial *= BigInt(k);
        kept[k] = 0n;
        for (let l = 1; l <= k; ++l) kept[k] += kept_alone(l) * kept[k - l];
      }
      return factorial - kept[m];
    }
    best_of(m) { return this.best.filter(({sigma}) => sigma.length <= m).at(-1); }
  }

  function check_result(json, records, m) {
    const step = `end, n = ${m}`, best = records.best_of(m);
    if (!best) reject(step, 'a record', 'none');
    const fails = compare(best.ratio, one) < 0;
    fields(json, fails ? ['n', 'ratio', 'violating', 'best', 'strict'] : ['n', 'ratio', 'violating', 'best'], step);
    if (json.n !== m) reject(step, m, json.n);
    if (compare(number(json.ratio, step), best.ratio) !== 0) reject(step, `ratio ${spell(best.ratio)}`, json.ratio);
    if (!Number.isSafeInteger(json.violating) || BigInt(json.violating) !== records.violating(m)) reject(step, `${records.violating(m)} violating`, json.violating);
    for (const key of fails ? ['best', 'strict'] : ['best']) {
      const at_key = `${step}, ${key}`;
      fields(json[key], ['ranks', 'dissimilarity'], at_key);
      const n = best.sigma.length;
      if (order(ranking(json[key].ranks, n, at_key), best.sigma) !== 0) reject(at_key, best.sigma.map(rank => rank + 1), json[key].ranks);
      const d = dissimilarity(json[key].dissimilarity, n, at_key);
      if (key === 'best') { attained(d, best.small, best.big, best.ratio, at_key); continue; }
      const is_metric = d.every(x => sign(x) > 0);
      if (!is_metric || compare(value_at(best.small, d), value_at(best.big, d)) <= 0) reject(at_key, 'a metric with N > M', 'none');
    }
  }

  /** What the certificate proves. \throws Rejected */
  function check(text) {
    const lines = text.split('\n');
    if (lines.pop() !== '') reject('file', 'a line end at its end', 'none');
    let next = 0;
    const next_line = step => next < lines.length ? lines[next++] : reject(step, 'a line', 'the end of the file');
    const claim_json = parsed(next_line('header'), 'header');
    const claim = header(claim_json);
    const records = new Records(claim, next_line);
    records.run();
    const {end} = fields(parsed(next_line('end'), 'end'), ['end'], 'end');
    fields(end, ['claim', 'records', 'results'], 'end');
    if (next !== lines.length) reject('end', 'the end of the file', 'more');
    if (JSON.stringify(end.claim) !== JSON.stringify(claim_json)) reject('end', 'the claim of the header', 'another');
    if (records.records === 0 || end.records !== records.records) reject('end', `${records.records} records`, end.records);
    const first = claim.direct_sums ? 2 : claim.n;
    if (list(end.results, 'end').length !== claim.n - first + 1) reject('end', `${claim.n - first + 1} results`, end.results.length);
    end.results.forEach((result, k) => check_result(result, records, first + k));
    return {statement: `${spelt(claim.small)} <= ${spelt(claim.big)}`, small: spelt(claim.small), big: spelt(claim.big),
            n: claim.n, sigma: claim.sigma && claim.sigma.map(rank => rank + 1), is_unit: !claim.weights && !claim.swap_costs,
            records: records.records,
            results: end.results.map(({n, ratio, violating}) => ({n, ratio, violating}))};
  }

  return {check, Rejected};
})();
