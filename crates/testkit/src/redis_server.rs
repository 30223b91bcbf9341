//! A Redis server for one test, which can be stopped and restarted empty.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
};

pub struct TestRedis {
    port: u16,
    process: Option<Child>,
}

impl TestRedis {
    pub fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("bound").port();
        drop(free);
        let mut redis = Self { port, process: None };
        redis.start_again();
        redis
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Starts an empty server: nothing is persisted.
    pub fn start_again(&mut self) {
        let process = Command::new("redis-server")
            .args([
                "--port",
                &self.port.to_string(),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
            ])
            .current_dir(std::env::temp_dir())
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server starts");
        self.process = Some(process);
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            std::thread::yield_now();
        }
    }

    /// Kills the server, like a power failure.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Drop for TestRedis {
    fn drop(&mut self) {
        self.stop();
    }
}
