//! Measures natively: `wheelcard-bench FILE.SIZE.deflate …`

use cpu_time::ThreadTime;
use wheelcard_bench::{Bench, INFLATERS, NATIVE};

const ROUNDS: usize = 9;

fn main() {
    let count = if cfg!(feature = "native") { INFLATERS.len() } else { NATIVE };
    for path in std::env::args().skip(1) {
        let size: usize = path.rsplit('.').nth(1).unwrap().parse().unwrap();
        let mut bench = Bench::new(std::fs::read(&path).unwrap());
        let mut inflate = vec![Vec::new(); count];
        let mut others = vec![Vec::new(); 3];
        for _ in 0..ROUNDS {
            for (with, speeds) in inflate.iter_mut().enumerate() {
                speeds.push(speed(size, || assert_eq!(bench.inflate(with, size), size)));
            }
            others[0].push(speed(size, || drop(std::hint::black_box(bench.crc32(0)))));
            others[1].push(speed(size, || drop(std::hint::black_box(bench.crc32(1)))));
            others[2].push(speed(size, || drop(std::hint::black_box(bench.sha256()))));
        }
        println!("{}", path.rsplit('/').next().unwrap());
        let names = INFLATERS.iter().take(count).chain(&["crc32fast", "CRC-32 of zlib-rs", "sha2"]);
        let base = inflate[1].clone();
        for (name, speeds) in names.zip(inflate.iter().chain(&others)) {
            let ratios = speeds.iter().zip(&base).map(|(speed, base)| speed / base).collect();
            println!("  {name:20}{:6.0} MB/s  {:.2} of zlib-rs", median(speeds.clone()), median(ratios));
        }
    }
}

/// MB of output per second of CPU time, which other processes on the machine disturb less than the clock on the wall.
fn speed(size: usize, run: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    run();
    size as f64 / 1e6 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
