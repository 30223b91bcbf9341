//! Debian's clamd with one signature: the EICAR test file. No database is downloaded.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{hostile, jail::Folder};

/// MD5 and size of the EICAR test file.
const WHOLE_FILE: &str = "44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n";

/// The same text anywhere in a file: a picture with it at its end is found too.
fn inside_a_file() -> String {
    format!("Eicar-Inside:0:*:{}\n", hex::encode(hostile::eicar()))
}

pub struct TestClamd {
    folder: Folder,
    process: Child,
}

impl TestClamd {
    /// `None`: clamd is not installed.
    pub fn start() -> Option<Self> {
        let program = ["/usr/sbin/clamd", "/usr/bin/clamd"]
            .map(PathBuf::from)
            .into_iter()
            .find(|file| file.exists())?;
        let folder = Folder::new();
        let database = folder.path().join("database");
        std::fs::create_dir_all(&database).expect("a folder");
        std::fs::write(database.join("eicar.hdb"), WHOLE_FILE).expect("the signature");
        std::fs::write(database.join("eicar.ndb"), inside_a_file()).expect("the signature");
        let config = folder.path().join("clamd.conf");
        let text = format!(
            "LocalSocket {0}/clamd.sock\nDatabaseDirectory {1}\nTemporaryDirectory {0}\nForeground yes\nStreamMaxLength 30M\n\
             MaxThreads 2\nLogSyslog no\n",
            folder.path().display(),
            database.display()
        );
        std::fs::write(&config, text).expect("the configuration");
        let log = std::fs::File::create(folder.path().join("log")).expect("a log");
        let process = Command::new(program)
            .arg("--config-file")
            .arg(&config)
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a handle"))
            .stderr(log)
            .spawn()
            .expect("clamd starts");
        let mut clamd = Self { folder, process };
        let since = Instant::now();
        while !clamd.socket().exists() {
            let ended = clamd.process.try_wait().expect("a process");
            let log = std::fs::read_to_string(clamd.folder.path().join("log")).unwrap_or_default();
            assert!(
                ended.is_none() && since.elapsed() < Duration::from_secs(30),
                "clamd did not start: {log}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(clamd)
    }

    /// As `MATJAR_CLAMD` has it.
    pub fn address(&self) -> String {
        format!("unix:{}", self.socket().display())
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("clamd.sock")
    }

    pub fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_file(self.socket());
    }
}

impl Drop for TestClamd {
    fn drop(&mut self) {
        self.stop();
    }
}
